// export *: ambiguous names are left out, own names win, the default does not pass.
import * as stars from './lib/stars.mjs';
import * as winner from './lib/star_winner.mjs';
print(Object.keys(stars).join(), 'clash' in stars, 'default' in stars);
print(Object.keys(winner).join(), winner.clash, winner.onlyA, winner.default);
