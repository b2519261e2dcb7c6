export default class { v = 'default class'; }
export function helper() { return 'helper'; }
