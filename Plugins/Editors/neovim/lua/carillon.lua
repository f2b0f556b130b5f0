-- The language server of tenants' files, for any Neovim since 0.7.
local carillon = {}

local clients = {}

local function exists(path) return vim.loop.fs_stat(path) ~= nil end

--- The folder of tenants around a file; nil for a file that is none of a tenant's.
function carillon.root(path)
  local folder = vim.fn.fnamemodify(path, ':p:h')
  local name = vim.fn.fnamemodify(folder, ':t')
  if name == 'templates' or name == 'samples' or name == 'channels' then folder = vim.fn.fnamemodify(folder, ':h') end
  if not path:match('%.json$') or not exists(folder .. '/profile.json') then return nil end
  return vim.fn.fnamemodify(folder, ':h')
end

--- Attaches the server to a buffer, and starts it where it doesn't run yet.
function carillon.attach(buffer, options)
  local root = carillon.root(vim.api.nvim_buf_get_name(buffer))
  if not root then return end
  if not clients[root] then
    clients[root] = vim.lsp.start_client(vim.tbl_extend('force', {
      name = 'carillon',
      cmd = { 'carillon', 'lsp' },
      root_dir = root,
      workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
      on_exit = function() clients[root] = nil end,
    }, options or {}))
  end
  if clients[root] then vim.lsp.buf_attach_client(buffer, clients[root]) end
end

--- Serves every tenant's file that is opened from here on.
function carillon.setup(options)
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile' }, {
    pattern = '*.json',
    callback = function(event) carillon.attach(event.buf, options) end,
  })
end

return carillon
