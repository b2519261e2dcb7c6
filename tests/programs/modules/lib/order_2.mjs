import './order_1.mjs';
import './order_3.mjs';
(globalThis.order ??= []).push('two');
