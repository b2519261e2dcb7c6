// oracle: by hand
/** @jsxImportSource ./lib */
interface Props { name: string; children?: unknown }
const Hello = ({ name, children }: Props) => <p key={name}>{name}{children}</p>;
print(JSON.stringify(<Hello name="x"><b>{1 as number}</b>!</Hello>));
print(JSON.stringify(<><i a/></>));
