export type Unit = 'cm' | 'in';
export interface Rectangle {
  width: number;
  height: number;
}
export enum Kind { Narrow, Wide }
interface Default { none: never }
export default Default;

export function area(of: Rectangle): number {
  return of.width * of.height;
}
