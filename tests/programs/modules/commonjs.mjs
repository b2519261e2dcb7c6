// `require`, seen from the modules that are required.
import { createRequire } from 'node:module';
createRequire(import.meta.url)('./lib/commonjs/main.cjs');
