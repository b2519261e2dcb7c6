// The global process: ticks, events, codes, times, environment; timers as a module.
// gc-stress: 3000
const log = (...args) => console.log(...args);
log(process.argv.length, typeof process.argv[0], process.argv[1].endsWith('process.js'), process.execPath === process.argv[0], process.version.startsWith('v20.'), process.versions.node.split('.').length, process.platform, process.arch.length > 0, process.pid > 0, process.title.length > 0);
log(Object.prototype.toString.call(process), process instanceof process.getBuiltinModule('events'), global === globalThis, globalThis.process === process, process.getBuiltinModule('node:process') === process, process.getBuiltinModule('nothing'));
setImmediate(() => { log('immediate'); setTimeout(() => { log('timeout'); waiting(); }, 1); });
queueMicrotask(() => { log('microtask 1'); process.nextTick(() => log('tick from microtask')); });
Promise.resolve().then(() => log('then')).then(() => log('then 2'));
process.nextTick((a, b) => { log('tick', a, b); process.nextTick(() => log('tick in tick')); Promise.resolve().then(() => log('then of tick')); }, 1, 2);
process.nextTick(() => log('second tick'));
log('sync');
process.env.NEW = 5; log(process.env.NEW, 'NEW' in process.env, process.env.undefinedName, delete process.env.NEW, process.env.NEW, typeof process.env.PATH);
const [s, n] = process.hrtime(); const later = process.hrtime([s, n]); log(later[0] >= 0, later[1] >= 0, typeof process.hrtime.bigint(), process.uptime() > 0);
const memory = process.memoryUsage(); log(Object.keys(memory), Object.values(memory).every((v) => v >= 0), process.cpuUsage().user >= 0, process.umask() === process.umask(process.umask()));
const cwd = process.cwd(); process.chdir('/'); log(process.cwd()); process.chdir(cwd);
for (const wrong of [() => process.chdir('/nothing/here'), () => process.nextTick(1), () => process.exitCode = 'x', () => process.hrtime(1), () => process.emitWarning(1), () => process.getBuiltinModule(1)]) { try { wrong(); } catch (e) { log(e.name, e.code, e.message.replace(cwd, 'CWD')); } }
process.on('warning', (w) => log('warning', w.name, w.code, w.message, w.detail));
process.emitWarning('careful', 'Own', 'W1'); process.emitWarning('more', { type: 'T', detail: 'd' });
process.stdout.write('written\n'); process.stdout.write(Buffer.from('bytes\n'), () => log('called back')); log(process.stdout.fd, process.stdout.isTTY, process.stdout.columns, process.stdout.writable);
process.on('uncaughtException', (e, origin) => log('uncaught', e.message, origin)); process.on('unhandledRejection', (r, p) => log('rejection', r, p instanceof Promise)); Promise.reject('refused');
let rounds = 0; process.on('beforeExit', (code) => { log('beforeExit', code); if (rounds++ === 0) setTimeout(() => log('one more'), 1); });
process.on('exit', (code) => { log('exit', code, process.exitCode); process.nextTick(() => log('never')); setTimeout(() => log('never'), 0); });
const timers = process.getBuiltinModule('timers'), { setTimeout: wait, setInterval: every } = timers.promises;
log(timers.setTimeout === setTimeout);
const waiting = async () => { log(await wait(2, 'value')); let i = 0; for await (const v of every(1, 'v')) { log(v); if (++i === 2) break; } log(await process.getBuiltinModule('util').promisify(setTimeout)(1, 'promisified')); setTimeout(() => { throw new Error('thrown'); }, 1); };
