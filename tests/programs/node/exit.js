// process.exit flushes, runs 'exit' once, and nothing after it; exitCode may change there.
// gc-stress: 3000
process.on('exit', (code) => { console.log('exit', code); console.error('leaving with', code); process.exitCode = 9; });
process.on('exit', () => { console.log('second'); process.exit(); console.log('not reached'); });
Promise.resolve().then(() => { console.log('job'); try { process.exit(7); } catch { console.log('caught'); } finally { console.log('finally'); } });
setTimeout(() => console.log('never'), 0);
