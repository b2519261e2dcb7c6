const kept = [];
function spawn() { for (let i = 0; i < 1000; i++) kept.push(new Promise(() => { }).then(() => i)); return Promise.resolve().then(spawn); }
spawn();
