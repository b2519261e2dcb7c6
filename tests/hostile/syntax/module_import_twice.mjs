import a from './x.mjs';
import a from './y.mjs';
