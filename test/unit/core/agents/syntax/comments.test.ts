import assert from 'node:assert/strict';
import { type ConfigSyntax, parseConfig } from '#core/agents/syntax/configText.ts';
import { jsonSyntax } from '#core/agents/syntax/jsonConfig.ts';
import { tomlSyntax } from '#core/agents/syntax/tomlConfig.ts';
import { yamlSyntax } from '#core/agents/syntax/yamlConfig.ts';

describe('the comments in a configuration file', () => {
  const files: readonly [string, ConfigSyntax, string, readonly string[]][] = [
    ['JSON', jsonSyntax, '{"a//b": "/* c */", /* d */ "e": 1 // f "g"\r\n}', ['/* d */', '// f "g"']],
    ['TOML', tomlSyntax, 'a = "# b" # c\r\n"# d" = \'# e\'\nf = """\n# g "" \\" # h"""" # i', ['# c', '# i']],
    ["TOML's literal texts", tomlSyntax, "a = '''\n# b '' # c'''' # d\ne = '' # f\n", ['# d', '# f']],
    [
      'YAML',
      yamlSyntax,
      '\ufeff# a\n"b # c": d#e # f\ng: # h\n  - "# i"\n  # j\n  - | # k\n    # l\n    m\n# n\no: {"# p": q} # r\n',
      ['# a', '# f', '# h', '# j', '# k', '# n', '# r'],
    ],
  ];
  for (const [what, syntax, text, expected] of files) {
    it(`are told from what only looks like one: ${what}`, () => {
      assert.deepEqual(syntax.comments(parseConfig(syntax, text)), expected);
    });
  }
});
