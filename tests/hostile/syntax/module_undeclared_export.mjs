print('never');
export { missing };
