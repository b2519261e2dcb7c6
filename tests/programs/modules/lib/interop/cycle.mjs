import './cycle.cjs';
