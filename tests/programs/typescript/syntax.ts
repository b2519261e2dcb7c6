// oracle: by hand
interface A { x: number }
const a: A = { x: };
