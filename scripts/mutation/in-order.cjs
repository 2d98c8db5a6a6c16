// Test files one after the other as they were named: those first that are most likely to notice.
const { readFileSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

const { order = [] } = JSON.parse(readFileSync(process.env.LEADLIGHT_MUTATION_PLAN, 'utf8'));

module.exports = class InOrder extends Sequencer {
  sort(tests) {
    if (order.length === 0) return super.sort(tests);
    return [...tests].sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
  }
};
