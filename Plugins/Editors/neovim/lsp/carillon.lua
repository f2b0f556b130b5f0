-- For `vim.lsp.enable('carillon')`, Neovim 0.11 and later.
return {
  cmd = { 'carillon', 'lsp' },
  filetypes = { 'json' },
  root_dir = function(buffer, begin)
    local root = require('carillon').root(vim.api.nvim_buf_get_name(buffer))
    if root then begin(root) end
  end,
}
