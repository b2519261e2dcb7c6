// Each module runs once, depth first, in the order of the imports; imports are hoisted.
print('main body', globalThis.order.join());
import './lib/order_1.mjs';
import './lib/order_2.mjs';
import './lib/order_1.mjs';
import { again } from './lib/order_3.mjs';
print(again, globalThis.order.length);
