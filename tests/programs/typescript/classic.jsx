// oracle: by hand
/** @jsx h
 *  @jsxFrag h.all */
function h(type, props, ...children) {
  if (typeof type === 'function') return type({ ...props, children });
  const attributes = Object.entries(props ?? {}).map(([key, value]) => ` ${key}="${value}"`).join('');
  return `<${type}${attributes}>${children.flat(9).join('')}</${type}>`;
}
h.all = ({ children }) => children.flat(9).join('');
const Item = ({ id, children }) => <li id={id}>{children} don&apos;t</li>;
const rest = { a: 1, 'b-c': 2 };
print(<ul class="list" {...rest}>{[1, 2].map((id) => <Item id={id}>item {id}</Item>)}<></></ul>);
print(<>
  text &amp; <b/>
  {/* nothing */}
</>);
