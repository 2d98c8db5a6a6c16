// The scenario, from the sources.
'use strict';
require('../../../oauth/support/typescript.cjs');
require('./silent-resolver.ts');
