import { neighbourhoodOf, networksOf, pointsOf } from './client-network';

test.each([
  ['203.0.113.9', ['203.0.113.9']],
  ['::ffff:203.0.113.9', ['203.0.113.9']],
  ['203.0.113.9:4711', ['203.0.113.9']],
  ['::ffff:203.0.113.9:4711', ['203.0.113.9']],
  ['[2001:db8:1:2::3]:4711', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['[2001:db8:1:2::3]', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['[::ffff:203.0.113.9]:4711', ['203.0.113.9']],
  ['203.0.113.9:x', ['203.0.113.9:x']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:0DB8:0001:2::6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:db8::6', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0::/48']],
  ['', ['']],
  ['x'.repeat(100), ['x'.repeat(45)]],
])('%s', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});

test('a /48 has more points than a /64, so that one customer does not use up his neighbours’', () => {
  expect(networksOf('2001:db8:1:2::3').map((network) => pointsOf(5, network))).toEqual([5, 50]);
});

test.each([
  ['198.51.100.7', '198.51.100.0/24'],
  ['::ffff:198.51.100.7', '198.51.100.0/24'],
  ['2001:db8:1:2::3', '2001:db8::/32'],
])('%s is in the neighbourhood %s', (address, wanted) => {
  expect(neighbourhoodOf(address)).toBe(wanted);
});
