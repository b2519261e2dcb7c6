exports.value = 'before';
if (exports.value) return;
exports.value = 'after';
