export function then(resolve) { resolve('namespace is a thenable'); }
