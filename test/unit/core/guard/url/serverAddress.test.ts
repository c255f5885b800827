import assert from 'node:assert/strict';
import { addressFinding } from '#core/guard/url/serverAddress.ts';

describe('the address of a server', () => {
  for (const [address, host, sentence] of [
    ['http://files.example/mcp', 'files.example', /not encrypted/],
    ['http://192.168.1.5:8080/mcp', '192.168.1.5', /not encrypted/],
    ['http://nas.local/mcp', 'nas.local', /not encrypted/],
    ['https://githib.com/mcp', 'githib.com', /nearly that of github\.com/],
    ['http://g\u0131thub.com/mcp', 'g\u0131thub.com', /looks like github\.com/],
    ['https://g\u0456thub.com/mcp', 'g\u0456thub.com', /mixes letters of different alphabets/],
    ['https://github.com.evil.example/mcp', 'github.com.evil.example', /belongs to evil\.example/],
  ] as const) {
    it(`tells the most serious finding about ${address}`, () => {
      const finding = addressFinding(address);
      assert.equal(finding?.host, host);
      assert.match(finding.sentence, sentence);
      assert.deepEqual(addressFinding(address), finding);
    });
  }

  for (const address of [
    'http://localhost:3000/mcp',
    'http://127.0.0.1/mcp',
    'https://mcp.example.com/mcp',
    'https://mcp.example.com:8443/mcp',
    'https://192.168.1.5/mcp',
    'https://user:secret@mcp.example.com/mcp?key=secret#part',
    'https://api.githubcopilot.com/mcp/',
    'https://github.example.com/mcp',
    'https://mcp.linear.app/sse',
    `http://\${input:host}/mcp`,
    'npx',
  ]) {
    it(`is nothing to be seen at once if it is ${address}`, () => assert.equal(addressFinding(address), undefined));
  }
});
