// Compiles a small program with its type checker: diagnostics, declarations and emitted code, all in memory.
// thresholds: 10 1000
import ts from 'typescript';
import { Random, workload } from '../lib/workload.js';
import { javascript } from '../lib/programs.js';

const LIBRARY = `
interface Array<T> { length: number; [n: number]: T; map<U>(f: (value: T, index: number) => U): U[]; push(...items: T[]): number; filter(f: (value: T) => unknown): T[] }
interface ReadonlyArray<T> { readonly length: number; readonly [n: number]: T }
interface Boolean {} interface Function { call(this: Function, ...rest: any[]): any } interface CallableFunction extends Function {} interface NewableFunction extends Function {}
interface IArguments { length: number } interface Number { toFixed(digits?: number): string } interface Object { toString(): string } interface RegExp { test(text: string): boolean }
interface String { length: number; slice(from: number, to?: number): string } interface Symbol {} declare var Math: { max(...values: number[]): number }; declare var undefined: undefined;
type Partial<T> = { [K in keyof T]?: T[K] }; type Pick<T, K extends keyof T> = { [P in K]: T[P] }; type Exclude<T, U> = T extends U ? never : T; type Record<K extends keyof any, T> = { [P in K]: T };
`;
const SHAPES = `
type Shape = { kind: 'circle'; radius: number } | { kind: 'box'; width: number; height: number };
export function area(shape: Shape): number {
  switch (shape.kind) {
    case 'circle': return shape.radius * shape.radius;
    case 'box': return shape.width * shape.depth;
  }
}
export abstract class Store<K extends string, V> {
  private readonly held: Partial<Record<K, V>> = {};
  protected abstract make(key: K): V;
  get(key: K): V { return this.held[key] ?? (this.held[key] = this.make(key)); }
}
export class Lengths extends Store<'a' | 'b', number> { make(key: 'a' | 'b') { return key.size; } }
export const lengths: number[] = ['a', 'b'].map((text, index) => text.length + index).filter(Boolean as any);
export enum Level { Low = 1, High = Low << 4 }
namespace Inner { export const level: Level = 'x'; }
`;

workload('typescript', (round) => {
  // What other seeds give, TypeScript does not lower to ES5: computed names within computed names are a debug failure of its own.
  const random = new Random(round % 5);
  const files = new Map([['/lib.d.ts', LIBRARY], ['/shapes.ts', SHAPES], ['/made.ts', `import { area } from './shapes';\n${javascript(random, 12, { types: true })}\nexport const wrong: string = area({ kind: 'circle', radius: '1' });\n`]]);
  const written = {};
  const host = {
    getSourceFile: (path, target) => (files.has(path) ? ts.createSourceFile(path, files.get(path), target, true) : undefined),
    getDefaultLibFileName: () => '/lib.d.ts', writeFile: (path, text) => { written[path] = text; }, getCurrentDirectory: () => '/', getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true, getNewLine: () => '\n', fileExists: (path) => files.has(path), readFile: (path) => files.get(path), getDirectories: () => [], directoryExists: () => true,
  };
  const program = ts.createProgram(['/made.ts'], { strict: true, target: ts.ScriptTarget.ES2015, module: ts.ModuleKind.CommonJS, declaration: true, types: [] }, host);
  const diagnostics = ts.getPreEmitDiagnostics(program).map((one) => [one.code, one.start, ts.flattenDiagnosticMessageText(one.messageText, '|')]);
  const { emitSkipped } = program.emit();
  const transpiled = ts.transpileModule(javascript(random, 10, { types: true }), { compilerOptions: { target: ts.ScriptTarget.ES5, downlevelIteration: true } });
  return [diagnostics, emitSkipped, written, transpiled.outputText];
}, { rounds: 1 });
