// Deno's linter for the pages: no syntax that is newer than the browsers they are made for.
// Chrome 80 and Safari 13.1 know ES2020 without BigInt; what is written here came later in one of
// them (MDN's browser compatibility data, "javascript").

/** @type {[string, string][]} */
const NEWER = [
  ['AssignmentExpression[operator="??="]', "`??=` (Chrome 85, Safari 14)"],
  ['AssignmentExpression[operator="||="]', "`||=` (Chrome 85, Safari 14)"],
  ['AssignmentExpression[operator="&&="]', "`&&=` (Chrome 85, Safari 14)"],
  ["PropertyDefinition", "a field of a class (Safari 14.1)"],
  ["PrivateIdentifier", "a private name (Safari 14.1)"],
  ["StaticBlock", "a static block (Chrome 94, Safari 16.4)"],
  ["Program > ExpressionStatement > AwaitExpression", "`await` outside a function (Chrome 89, Safari 15)"],
  ["Program > VariableDeclaration > VariableDeclarator > AwaitExpression", "`await` outside a function (Chrome 89, Safari 15)"],
  ["ImportAttribute", "attributes of an import (Chrome 91, Safari 17.2)"],
  ["Literal[bigint]", "a BigInt (Safari 14)"],
];

/** What of a pattern is newer, if anything is.
 * @param {{ pattern: string, flags: string } | null | undefined} regex */
function newerPattern(regex) {
  if (regex && /[dv]/.test(regex.flags)) return "the flags d and v of a pattern (Chrome 90, Safari 15)";
  if (regex && /\(\?<[=!]/.test(regex.pattern)) return "a look behind in a pattern (Safari 16.4)";
  return "";
}

/** @type {Deno.lint.Plugin} */
export default {
  name: "flagfall",
  rules: {
    "browser-floor": {
      create(context) {
        const report = (node, what) =>
          context.report({ node, message: `Browsers that the pages are made for do not know ${what}.` });
        const syntax = NEWER.map(([selector, what]) => [selector, (node) => report(node, what)]);
        const pattern = (node) => {
          const what = newerPattern(node.regex);
          if (what) report(node, what);
        };
        return { ...Object.fromEntries(syntax), Literal: pattern };
      },
    },
  },
};
