// An error thrown by an imported module ends the program before the importer's body runs.
import { log } from './lib/log.mjs';
import './lib/throws_typed.mjs';
print('never');
