/** Checksums of all migrations. A line here changes only together with its new migration: what was released stays as it is. */
export const frozen: Readonly<Record<'sqlite' | 'mysql', Readonly<Record<string, string>>>> = {
  sqlite: {
    '0001-baseline': '4af72109899746d12b68b11655c0d571e231b50499b16d8833cca17277487b5c',
    '0002-oauth': '9330731e38f957b6aeaedb5c6a80a493e59c20c97db33576d9740d43a31cd1ef',
    '0003-search-index': '0f04eba1ff110e88d2aefa4d04900e744c7fc53c49552ffdec3dfd01bbed4916',
    '0004-jobs': 'd786b40221650e7ece5aee2cd082421f29283b19365d3a5f6e62bd0906997a78',
    '0005-people': '413a6917aa46e3716ae4f9c17ec3ef61120bbeb825ab27cc68f1967161658576',
    '0006-judgement': 'fd156071bc5ea4ec008b05454c7bd877541c8306c57d62c7a474650fba94960e',
    '0007-discovery': '7dba2920ea87365600dc39a80a707c9eedfb9aad059eaf5301867829c959152e',
    '0009-consent': '724a01cc60b7e628e0b53160db3f6852cdb0be6510de616c401569c2ab58e334',
    '0010-audit': 'a9f88e94b83c57d4904b4f7427d2c8e5a3b493ae00db7a553c181a311fa5f8bf',
    '0011-posts-by-time': 'af6427748a3dc05c5b4022d36f8ea27164d0b423506aff9f9f637c6a1d15f9af',
    '0014-batches': 'be9cc5308d3ad1082bea2c098c0455e659dc3500747ddd5eedeaf9dca31ef952',
  },
  mysql: {
    '0001-baseline': '9326ec71c557a3116ec2975f2db712e856ffea324ad8c0ec61be4904a8378a5c',
    '0002-oauth': '0b522bd4ec2c26678aec0176ba72fd20d5818a7eb4b7ae988ffdd6153703026b',
    '0003-search-index': '57098369143c9b2d89858787b64f5a57496303dc401fc1dc85b22d7b75865640',
    '0004-jobs': '17308946c7a7314d800c504264798a9d20787a9256b9741f42fc9f1a0af71b83',
    '0005-people': '413a6917aa46e3716ae4f9c17ec3ef61120bbeb825ab27cc68f1967161658576',
    '0006-judgement': '9d14ac318184ec0e3a851c0076a0b37dfaf2c49971ba1de21dc1b3cd5bb95efb',
    '0007-discovery': 'ab2a0c8fd479d78e58661a1668b6edfe677baca1ecce4443bde6b254e4856d90',
    '0009-consent': '724a01cc60b7e628e0b53160db3f6852cdb0be6510de616c401569c2ab58e334',
    '0010-audit': 'a9f88e94b83c57d4904b4f7427d2c8e5a3b493ae00db7a553c181a311fa5f8bf',
    '0011-posts-by-time': 'af6427748a3dc05c5b4022d36f8ea27164d0b423506aff9f9f637c6a1d15f9af',
    '0014-batches': '71e828f3b2ac00b808ad1299343f3e140b249df2f2fc815dbc31a6ad8e2a2ba6',
  },
};
