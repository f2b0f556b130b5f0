// Runs the extension of VS Code against stand-ins of its modules. Started by test_editors.py.
const assert = require('assert');
const Module = require('module');
const path = require('path');

const errors = [];
const lines = [];
let started;
let program = process.env.CARILLON;
const stubs = {
  vscode: {
    workspace: { getConfiguration: (name) => ({ get: (key) => (assert.equal(`${name}.${key}`, 'carillon.program'), program) }) },
    window: {
      createOutputChannel: () => ({ appendLine: (line) => lines.push(line) }),
      showErrorMessage: (message) => errors.push(message),
    },
  },
  'vscode-languageclient/node': {
    LanguageClient: class {
      constructor(id, name, server, options) {
        Object.assign(this, { id, name, server, options });
      }
      async start() {
        started = this;
      }
      async stop() {
        started = undefined;
      }
    },
  },
};
const load = Module._load;
Module._load = (name, ...rest) => stubs[name] ?? load(name, ...rest);

const folder = process.env.PLUGIN;
const manifest = require(path.join(folder, 'package.json'));
const extension = require(path.join(folder, manifest.main));

(async () => {
  const context = { subscriptions: [] };
  await extension.activate(context);
  assert.deepEqual(started.server, { command: program, args: ['lsp'] });
  assert.deepEqual(started.options.documentSelector, [{ scheme: 'file', language: 'carillon' }]);
  assert.match(lines[0], /^carillon \d+\.\d+/);
  assert.equal(context.subscriptions.length, 1);
  await extension.deactivate();
  assert.equal(started, undefined);

  program = '/no/such/program';
  await extension.activate(context);
  assert.equal(started, undefined);
  assert.match(errors[0], /can't be started/);

  // What the manifest names is there, and the injected grammar's expressions are ones.
  const grammars = manifest.contributes.grammars.map((grammar) => require(path.join(folder, grammar.path)));
  assert.deepEqual(grammars.map((grammar) => grammar.scopeName), manifest.contributes.grammars.map((g) => g.scopeName));
  const visit = (pattern) => {
    for (const key of ['match', 'begin', 'end']) if (pattern[key]) new RegExp(pattern[key]);
    (pattern.patterns ?? []).forEach(visit);
  };
  grammars.forEach(visit);
  require(path.join(folder, manifest.contributes.languages[0].configuration));
  console.log('passed');
})();
