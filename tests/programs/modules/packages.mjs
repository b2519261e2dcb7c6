// Bare names, `exports` and `imports` maps, and errors of both algorithms. The calls are made by files of lib/packages, whose packages these are.
import './lib/packages/resolves.mjs';
