throw
new Error('never');
