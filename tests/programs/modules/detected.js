// oracle: by hand
// No package.json says what this file is, and it is no script: it is a module.
import { a } from './lib/interop/named.cjs';
print(a, typeof require, typeof this, import.meta.main, await 'awaited');
