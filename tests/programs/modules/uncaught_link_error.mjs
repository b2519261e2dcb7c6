// A missing export is a SyntaxError before anything runs.
import { one } from './lib/leaf.mjs';
import { doesNotExist } from './lib/leaf.mjs';
print('never');
