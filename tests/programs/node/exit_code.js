// An end that is good but for process.exitCode.
// gc-stress: 3000
process.exitCode = 3;
process.on('exit', (code) => { console.log('exit', code); console.error('leaving with', code); });
