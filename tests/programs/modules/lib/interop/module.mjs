export default 'default of a module';
export let named = 'named';
