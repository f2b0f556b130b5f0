// Starts `carillon lsp` for tenants' files, and tells where there is no program.
const vscode = require('vscode');
const { execFile } = require('child_process');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

/** The program's version; rejected where it can't be started. */
function versionOf(program) {
  return new Promise((resolve, reject) => {
    execFile(program, ['--version'], (error, output) => (error ? reject(error) : resolve(output.trim())));
  });
}

async function activate(context) {
  const program = vscode.workspace.getConfiguration('carillon').get('program');
  const output = vscode.window.createOutputChannel('Carillon');
  context.subscriptions.push(output);
  try {
    output.appendLine(`carillon ${await versionOf(program)}`);
  } catch (error) {
    vscode.window.showErrorMessage(`carillon can't be started: ${error.message}. The setting carillon.program names it.`);
    return;
  }
  client = new LanguageClient(
    'carillon',
    'Carillon',
    { command: program, args: ['lsp'] },
    {
      documentSelector: [{ scheme: 'file', language: 'carillon' }],
      outputChannel: output,
      synchronize: { configurationSection: 'carillon' },
    },
  );
  await client.start();
}

async function deactivate() {
  await client?.stop();
  client = undefined;
}

module.exports = { activate, deactivate };
