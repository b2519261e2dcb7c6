// node:os

const { check } = require('node/internal/errors');
const { errorOf } = require('node/internal/system');
const families = require('node/internal/constants');
const process = require('node/process');

/** A number of /proc/meminfo, in bytes. */
function memory(name) {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(native.query().memory);
  return match === null ? 0 : Number(match[1]) * 1024;
}

/** A built-in's result; an error as node has it for what libuv refuses. */
function prioritized(result, syscall) {
  if (result === undefined || result >= 0) return result;
  const { code, message } = errorOf(result, syscall);
  const error = new Error(`A system error occurred: ${syscall} returned ${code} (${message.slice(code.length + 2, message.lastIndexOf(','))})`);
  error.name = 'SystemError';
  error.code = 'ERR_SYSTEM_ERROR';
  error.info = { errno: result, code, message: message.slice(code.length + 2, message.lastIndexOf(',')), syscall };
  error.errno = result;
  error.syscall = syscall;
  throw error;
}

const text = (get) => Object.assign(get, { [Symbol.toPrimitive]: get });

const exports = {
  arch: text(() => process.arch),
  availableParallelism: text(() => native.cpus()),
  cpus() {
    return Array.from({ length: native.cpus() }, () => ({ model: 'unknown', speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } }));
  },
  endianness: text(() => 'LE'),
  freemem: text(() => memory('MemAvailable')),
  getPriority(pid = 0) {
    check.int32(pid, 'pid');
    return prioritized(native.priority(pid), 'uv_os_getpriority') - 100;
  },
  homedir: text(() => process.env.HOME ?? '/'),
  hostname: text(() => native.query().hostname),
  loadavg: () => native.query().loadavg.split(' ').slice(0, 3).map(Number),
  networkInterfaces: () => ({}),
  platform: text(() => process.platform),
  release: text(() => native.query().release),
  setPriority(pid, priority) {
    if (priority === undefined) [pid, priority] = [0, pid];
    check.int32(pid, 'pid');
    check.int32(priority, 'priority', -20, 19);
    prioritized(native.priority(pid, priority), 'uv_os_setpriority');
  },
  tmpdir: text(() => {
    const path = process.env.TMPDIR || process.env.TMP || process.env.TEMP || '/tmp';
    return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  }),
  totalmem: text(() => memory('MemTotal')),
  type: text(() => (process.platform === 'darwin' ? 'Darwin' : 'Linux')),
  userInfo(options) {
    const { env } = process;
    const info = { uid: process.getuid(), gid: process.getgid(), username: env.USER ?? env.LOGNAME ?? 'root', homedir: env.HOME ?? '/', shell: env.SHELL ?? null };
    if (options?.encoding !== 'buffer') return info;
    const { Buffer } = require('node/buffer');
    for (const key of ['username', 'homedir', 'shell']) {
      if (info[key] !== null) info[key] = Buffer.from(info[key]);
    }
    return info;
  },
  uptime: text(() => Number(native.query().uptime.split(' ')[0])),
  version: text(() => native.query().version),
  machine: text(() => (process.arch === 'x64' ? 'x86_64' : 'aarch64')),
};
for (const name of Object.keys(exports)) {
  Object.defineProperty(exports[name], 'name', { value: name, configurable: true });
  if (Object.hasOwn(exports[name], Symbol.toPrimitive)) {
    Object.defineProperty(exports[name], Symbol.toPrimitive, { enumerable: false });
  }
}
const constants = Object.create(null);
Object.assign(constants, {
  UV_UDP_REUSEADDR: 4, dlopen: families.dlopen, errno: families.errno, signals: families.signals, priority: families.priority,
});
Object.freeze(constants);
Object.defineProperties(exports, {
  constants: { value: constants, enumerable: true, writable: false, configurable: false },
  EOL: { value: '\n', enumerable: true, writable: false, configurable: true },
  devNull: { value: '/dev/null', enumerable: true, writable: false, configurable: true },
});
return exports;
