// The package for programs of this repository beside the service: what `npm run build` made of src/index.ts.
'use strict';
module.exports = require('../../dist/packages/reader/src/index.js');
