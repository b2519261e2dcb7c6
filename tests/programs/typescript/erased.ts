// oracle: by hand
// Types leave no trace, and lines stay what they are.
type Pair<A, B = A> = readonly [first: A, second?: B];
interface Named { name: string; greet?(this: Named, other: Named): void }
declare const nowhere: unique symbol;
declare function ambient(x: number): string;
declare global { interface Array<T> { last?: T } }

abstract class Shape<T extends number> implements Named {
  declare hidden: string;
  readonly name: string = 'shape';
  protected size?: T;
  static #count: number = 0;
  [key: string]: unknown;
  constructor(size: T) { this.size = size; Shape.#count++; }
  abstract area(): number;
  static get count(): number { return Shape.#count; }
  describe(): asserts this is Shape<T> { print(`${this.name} of ${this.area()}`); }
}

class Square extends Shape<number> {
  override area(): number { return this.size! ** 2; }
  over(a: string): string;
  over(a: number): number;
  over(a: any): any { return a as unknown; }
}

function first<T, const U extends readonly T[]>(list: U, ...rest: [a?: T]): T | undefined {
  return <T>list[0] ?? rest[0];
}

const square: Square = new Square(4);
square.describe();
print(Object.keys(square).join(), 'hidden' in square, Shape.count);
print(first([1, 2, 3]), first<string, readonly string[]>([], 'x'), square.over('over'));
let definite!: number;
definite = (square as any as { size: number }).size satisfies number;
print(definite < 5, definite > 3, `${typeof definite as string}`);
const generic = <T,>(x: T): x is T => true;
print(generic(1), ((x?: number): number => (x ?? 1) + 1)());
(square as any).name = 'renamed';
(<any>square).size = 1;
square!.describe();
const at: (at: number) => void = (line) => print(new Error('here').stack!.split('\n')[line].trim());
at(1);
