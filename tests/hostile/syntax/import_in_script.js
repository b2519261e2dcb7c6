print('never');
import x from './y.mjs';
