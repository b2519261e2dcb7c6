// An exception that nobody catches: 'exit' hears of code 1.
// gc-stress: 3000
process.on('uncaughtExceptionMonitor', (e, origin) => console.log('monitor', e.message, origin));
process.on('exit', (code) => console.log('exit', code));
process.nextTick(() => { throw new Error('from a tick'); });
process.nextTick(() => console.log('not reached'));
