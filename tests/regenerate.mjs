// Writes the expected output of the programs in tests/programs with node 20 or later:
//
//     node tests/regenerate.mjs            writes every .out
//     node tests/regenerate.mjs arrays/    those whose path contains "arrays/"
//     node tests/regenerate.mjs --check    writes nothing, reports differences
//
// node is a second opinion, not the judge: read what it wrote against the specification
// before it is committed. A program whose leading comments say `// oracle: by hand` has an
// .out that node cannot produce; it is left alone. Exit codes (.code) and standard error
// (.err) are written by hand, and compared here where node can know them.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';

const self = fileURLToPath(import.meta.url);
const root = path.join(path.dirname(self), 'programs');

/** The directives in the comment lines at the top of a program. */
function directives(source) {
  const found = {};
  for (const line of source.split('\n')) {
    if (!line.startsWith('//')) break;
    const directive = /^\/\/\s*([a-z-]+)\s*:\s*(.*?)\s*$/.exec(line);
    if (directive) found[directive[1]] = directive[2];
  }
  return found;
}

/** Runs one program in this process, as the shell would. */
async function runHere(file) {
  const lines = [];
  const flush = () => {
    const text = lines.splice(0).join('');
    if (text) fs.writeSync(1, text);
  };
  const { String } = globalThis;
  globalThis.print = (...values) => {
    let line = '';
    for (let i = 0; i < values.length; i++) line += (i ? ' ' : '') + String(values[i]);
    lines.push(line + '\n');
  };
  const { exit } = process;
  process.on('exit', flush);
  process.on('uncaughtException', (error) => {
    flush();
    fs.writeSync(2, `Uncaught ${error && error.stack ? error.stack : String(error)}\n`);
    exit.call(process, 1);
  });
  if (file.endsWith('.mjs')) {
    await import(pathToFileURL(path.resolve(file)));
  } else {
    vm.runInThisContext(fs.readFileSync(file, 'utf8'), {
      filename: path.resolve(file),
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
  }
}

/** The first lines of an error report, none of them long. */
function head(bytes) {
  return String(bytes).split('\n').slice(0, 8).map((line) => line.slice(0, 160)).join('\n');
}

function programs(filters) {
  const found = [];
  for (const area of fs.readdirSync(root).sort()) {
    if (!fs.statSync(path.join(root, area)).isDirectory()) continue;
    for (const name of fs.readdirSync(path.join(root, area)).sort()) {
      if (!/\.m?js$/.test(name)) continue;
      const file = `${area}/${name}`;
      if (filters.length === 0 || filters.some((filter) => file.includes(filter))) found.push(file);
    }
  }
  return found;
}

function regenerate(argv) {
  const check = argv.includes('--check');
  let complaints = 0;
  const complain = (text) => {
    complaints++;
    console.log(text);
  };
  for (const file of programs(argv.filter((argument) => !argument.startsWith('--')))) {
    const full = path.join(root, file);
    const beside = (extension) => full.replace(/\.m?js$/, extension);
    const read = (extension) => (fs.existsSync(beside(extension)) ? fs.readFileSync(beside(extension), 'utf8') : null);
    const found = directives(fs.readFileSync(full, 'utf8'));
    if (found.oracle === 'by hand') continue;
    const started = process.hrtime.bigint();
    // Programs about node's own modules and its process are run as node runs them.
    const how = file.startsWith('node/') ? [file] : [self, '--run', file];
    const ran = spawnSync(process.execPath, ['--no-warnings', ...how], {
      cwd: root,
      env: { ...process.env, TZ: found.tz ?? 'UTC' },
      maxBuffer: 1 << 26,
    });
    const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
    const code = Number(read('.code') ?? 0);
    if (ran.status !== code) complain(`${file}: exit code ${ran.status} instead of ${code}\n${head(ran.stderr)}`);
    for (const line of (read('.err') ?? '').split('\n')) {
      if (!ran.stderr.toString().includes(line)) complain(`${file}: standard error lacks ${line}\n${head(ran.stderr)}`);
    }
    if (milliseconds > 400) console.log(`${file}: took ${milliseconds.toFixed(0)} ms`);
    if (read('.out') === ran.stdout.toString()) continue;
    if (check) complain(`${file}: differs from node`);
    else fs.writeFileSync(beside('.out'), ran.stdout);
  }
  process.exitCode = complaints ? 1 : 0;
}

if (process.argv[2] === '--run') await runHere(process.argv[3]);
else regenerate(process.argv.slice(2));
