export default 'condition of import';
