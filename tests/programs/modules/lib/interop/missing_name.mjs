import { nothing } from './named.cjs'; print(nothing);
