export const Fragment = '';
export function jsx(type: string | Function, props: Record<string, unknown>, key?: string) {
  return typeof type === 'function' ? type(props) : { type, key, ...props };
}
export { jsx as jsxs };
