-- What Neovim 0.7 and later do with the server, by looking at buffers. Started by test_editors.py.
local tenants, program, plugin = os.getenv('TENANTS'), os.getenv('CARILLON'), os.getenv('PLUGIN')
vim.opt.runtimepath:append(plugin)
vim.o.hidden = true
vim.o.swapfile = false
require('carillon').setup { cmd = { program, 'lsp' } }

local function await(what, done)
  assert(vim.wait(60000, done, 20), 'waited in vain for ' .. what)
end

local function lines() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') end

--- Puts the cursor on the first occurrence of a text, so many bytes into it.
local function cursor(text, offset)
  vim.fn.cursor(1, 1)
  assert(vim.fn.search('\\V' .. vim.fn.escape(text, '\\'), 'cW') > 0, 'there is no ' .. text)
  local place = vim.api.nvim_win_get_cursor(0)
  vim.api.nvim_win_set_cursor(0, { place[1], place[2] + offset })
end

local function request(method, more)
  local parameters = vim.lsp.util.make_position_params()
  for key, value in pairs(more or {}) do parameters[key] = value end
  local answers = vim.lsp.buf_request_sync(0, method, parameters, 60000)
  for _, answer in pairs(answers or {}) do
    assert(not answer.err, vim.inspect(answer.err))
    return answer.result
  end
end

local function faults() return #vim.diagnostic.get(0) end

local tests = {}

function tests.faults_come_and_go()
  vim.cmd('edit ' .. tenants .. '/dossier/events.json')
  await('the client', function() return #vim.lsp.get_active_clients() > 0 and vim.lsp.get_active_clients()[1].initialized end)
  local text = lines()
  vim.cmd([[%s/"summary": "A critical/"sumary": "A critical/]])
  await('a fault', function() return faults() > 0 end)
  assert(vim.diagnostic.get(0)[1].message:match('sumary'), vim.diagnostic.get(0)[1].message)
  tests.broken = text
end

function tests.a_fix_takes_the_fault_away()
  cursor('"sumary"', 2)
  local fault = vim.diagnostic.get(0)[1]
  local range = { start = { line = fault.lnum, character = fault.col }, ['end'] = { line = fault.lnum, character = fault.col } }
  local actions = request('textDocument/codeAction', { range = range, context = { diagnostics = {} } })
  assert(actions and #actions > 0, 'no action')
  vim.lsp.util.apply_workspace_edit(actions[1].edit, vim.lsp.get_active_clients()[1].offset_encoding)
  assert(lines() == tests.broken, 'the file is not as it was')
  await('no fault', function() return faults() == 0 end)
end

function tests.words_are_shown()
  vim.cmd('edit ' .. tenants .. '/dossier/templates/en.json')
  cursor('starts in 2 hours', 2)
  vim.lsp.buf.hover()
  local function window()
    for _, id in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(id).relative ~= '' then return id end
    end
  end
  await('the window', window)
  local shown = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window()), 0, -1, false), '\n')
  assert(shown:match('France delegation starts in 2 hours'), shown)
  vim.api.nvim_win_close(window(), true)
end

function tests.variables_are_completed()
  cursor('{$meeting} starts', 2)
  local offered = request('textDocument/completion')
  local labels = {}
  for _, item in ipairs(offered.items) do labels[item.label] = item end
  assert(labels['$meeting'] and labels['$starts_at'], vim.inspect(offered))
  vim.lsp.util.apply_text_edits({ labels['$starts_at'].textEdit }, 0, vim.lsp.get_active_clients()[1].offset_encoding)
  assert(lines():match('{$starts_at} starts in 2 hours'), 'the word is not replaced')
  vim.cmd('undo')
end

function tests.a_name_leads_to_its_declaration()
  cursor('{$dossier}', 3)
  vim.lsp.buf.definition()
  await('the other file', function() return vim.fn.expand('%:t') == 'events.json' end)
  assert(vim.api.nvim_get_current_line():match('"dossier"'), vim.api.nvim_get_current_line())
end

function tests.a_field_is_renamed_in_all_files()
  cursor('"dossier": {', 2)
  vim.lsp.buf.rename('file')
  await('the name', function() return lines():match('"file": { "type"') ~= nil end)
  local found = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
    if text:match('{$file}') or text:match('"file"') then found[vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':t')] = true end
  end
  for _, name in ipairs { 'events.json', 'en.json', 'ar.json', 'assignment.created.json' } do
    assert(found[name], name .. ' keeps the old name')
  end
  vim.cmd('wall')
  assert(os.execute(program .. ' validate ' .. tenants .. ' --strict > /dev/null') == 0, 'it is not valid any more')
end

function tests.layout_is_settled()
  vim.cmd('edit ' .. tenants .. '/dossier/templates/en.json')
  local text = lines()
  vim.api.nvim_buf_set_lines(0, 1, 2, false, { '        ' .. vim.trim(vim.api.nvim_buf_get_lines(0, 1, 2, false)[1]) })
  assert(lines() ~= text)
  local edits = request('textDocument/formatting', { options = { tabSize = 2, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits, 0, vim.lsp.get_active_clients()[1].offset_encoding)
  assert(lines() == text, 'the layout is another')
end

local order = {
  'faults_come_and_go', 'a_fix_takes_the_fault_away', 'words_are_shown', 'variables_are_completed',
  'a_name_leads_to_its_declaration', 'a_field_is_renamed_in_all_files', 'layout_is_settled',
}
local ok, problem = xpcall(function()
  for _, name in ipairs(order) do
    tests[name]()
    io.stdout:write('passed ', name, '\n')
  end
end, debug.traceback)
if not ok then io.stdout:write('failed ', tostring(problem), '\n') end
io.stdout:flush()
vim.cmd(ok and 'qall!' or 'cquit')
