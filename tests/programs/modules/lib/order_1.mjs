import './order_3.mjs';
(globalThis.order ??= []).push('one');
