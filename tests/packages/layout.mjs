// Lays the packages out: `node layout.mjs FOLDER` has npm fetch what package-lock.json names into FOLDER/npm, and esbuild make one
// classic script of each workload, FOLDER/bundles/<name>.js. What is there already and still fits is left alone.
//
// Exit codes: 0 all is there; 3 the registry cannot be reached; 1 anything else, told on standard error.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const UNREACHABLE = 3;
const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2] && resolve(process.argv[2]);
if (!folder) {
  console.error('usage: node layout.mjs FOLDER');
  process.exit(1);
}

const digest = (paths) => {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update('\0').update(readFileSync(join(here, path))).update('\0');
  return hash.digest('hex');
};
const manifests = ['package.json', 'package-lock.json'];
const sources = ['lib', 'workloads'].flatMap((part) => readdirSync(join(here, part)).sort().map((file) => `${part}/${file}`));
/** Makes what belongs to `stamp` unless it was made for the same inputs before. */
const unlessMade = (name, stamp, make) => {
  const path = join(folder, `${name}.stamp`);
  if (existsSync(path) && readFileSync(path, 'utf8') === stamp) return undefined;
  rmSync(path, { force: true });
  const record = () => writeFileSync(path, stamp);
  const made = make();
  return made instanceof Promise ? made.then(record) : record();
};

mkdirSync(folder, { recursive: true });
const npm = join(folder, 'npm');
unlessMade('npm', digest(manifests), () => {
  mkdirSync(npm, { recursive: true });
  for (const file of manifests) copyFileSync(join(here, file), join(npm, file));
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000', '--loglevel=error'];
  const { status, error, stderr } = spawnSync('npm', options, { cwd: npm, encoding: 'utf8' });
  if (status === 0) return;
  const said = error ? String(error) : stderr;
  const unreachable = error?.code === 'ENOENT' || /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR|E50[234])\b/.test(said);
  console.error(said.trim());
  process.exit(unreachable ? UNREACHABLE : 1);
});

// Packages that ask for a module of node's get the package that stands in for it, or an empty one.
const STAND_INS = { assert: 'assert/', buffer: 'buffer/', events: 'events/', path: 'path-browserify', string_decoder: 'string_decoder/', util: 'util/' };
const OURS = Symbol('asked by this plugin');
const standIns = {
  name: 'stand-ins',
  setup(build) {
    build.onResolve({ filter: /^(node:)?[a-z_0-9]+(\/[a-z_0-9]+)?$/ }, async ({ path, kind, resolveDir, pluginData }) => {
      const name = path.replace(/^node:/, '');
      if (pluginData === OURS || !builtinModules.includes(name)) return undefined;
      // A package may have said itself what stands for a module in a browser, or be called like one.
      if (path === name) {
        const own = await build.resolve(path, { kind, resolveDir, pluginData: OURS });
        if (own.errors.length === 0 && !own.external && own.path.startsWith('/') && own.namespace === 'file') return own;
      }
      if (STAND_INS[name]) return build.resolve(STAND_INS[name], { kind, resolveDir: npm, pluginData: OURS });
      return { path: name, namespace: 'empty' };
    });
    build.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};' }));
  },
};

const esbuild = createRequire(join(npm, 'package.json'))('esbuild');
const made = unlessMade('bundles', digest([...manifests, ...sources, 'layout.mjs']), async () => {
  const fresh = join(folder, 'bundles.new');
  rmSync(fresh, { recursive: true, force: true });
  const bundle = (file) => esbuild.build({
    entryPoints: [join(here, 'workloads', file)],
    outfile: join(fresh, file),
    bundle: true,
    format: 'iife',
    platform: 'browser',
    // Ahead of `browser`: code for a page asks for its document.
    conditions: ['worker', 'browser'],
    nodePaths: [join(npm, 'node_modules')],
    // Whether a shell has node's globals or not, packages see none, and take the same ways.
    define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}', process: 'undefined', Buffer: 'undefined', global: 'globalThis', self: 'globalThis' },
    banner: { js: readFileSync(join(here, 'lib/shims.js'), 'utf8') },
    target: 'esnext',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [standIns],
  });
  const files = readdirSync(join(here, 'workloads'));
  const failures = (await Promise.allSettled(files.map(bundle)))
    .map((outcome, index) => outcome.status === 'rejected' && `${files[index]}: ${outcome.reason.message}`)
    .filter(Boolean);
  if (failures.length > 0) {
    console.error(failures.join('\n'));
    process.exit(1);
  }
  const bundles = join(folder, 'bundles');
  rmSync(bundles, { recursive: true, force: true });
  renameSync(fresh, bundles);
});
await made;
