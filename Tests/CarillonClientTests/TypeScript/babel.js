// Runs the scenario vectors as an app has them whose files Babel makes older syntax of, as Expo does: `babel.js FOLDER`.

const fs = require("fs");
const path = require("path");
const util = require("util");
const root = path.join(__dirname, "../../..");
const babel = require("@babel/core");

// What Safari 10 can parse. What the library of ES2020 has isn't added: the engine must have it.
const presets = [
  [require.resolve("@babel/preset-env"), { targets: { safari: "10" }, modules: "commonjs" }],
  require.resolve("@babel/preset-typescript"),
];

function made(file) {
  return babel.transformFileSync(file, { presets, babelrc: false, configFile: false }).code;
}

const modules = {};
function load(file) {
  const name = path.basename(file);
  if (modules[name] === undefined) {
    modules[name] = {};
    new Function("exports", "require", made(file))(modules[name], (other) => load(path.resolve(path.dirname(file), other)));
  }
  return modules[name];
}

globalThis.Deno = {
  args: process.argv.slice(2),
  readTextFileSync: (file) => fs.readFileSync(file, "utf8"),
  inspect: util.inspect,
  exit: (code) => process.exit(code),
};
load(path.join(root, "Tests/CarillonClientTests/TypeScript/vectors.ts"));
