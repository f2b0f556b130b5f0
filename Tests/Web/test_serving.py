import unittest

from demo import ROOT  # noqa: F401 (its import finds the tools)
from serving import Fault, catalogue, script, style, tokens


class Scripts(unittest.TestCase):
    def kept(self, source, result):
        self.assertEqual(script(source), result + "\n")

    def test_comments_and_indentation_go(self):
        self.kept("// What it is.\nconst a = 1; // one\n\n  /* two\n  lines */ const b = a + 2;\n", "const a=1;const b=a+2;")
        self.kept("f(\n  a, // first\n  b,\n);\ng();", "f(a,b,);g();")

    def test_a_line_that_ends_a_statement_stays(self):
        self.kept("let a = b\nlet c\n(d)", "let a=b\nlet c\n(d)")
        self.kept("class A {\n  x = 1\n  #y = 2\n}\nf()", "class A{x=1\n#y=2}\nf()")
        self.kept("a\n++b", "a\n++b")
        self.kept("a // one\nb", "a\nb")
        self.kept("return /* one\n*/ x", "return\nx")

    def test_signs_that_would_run_together_stay_apart(self):
        self.kept("a + +b - -c", "a+ +b- -c")
        self.kept("a / /b/.lastIndex", "a/ /b/.lastIndex")
        self.kept("typeof /x/ in y", "typeof /x/ in y")

    def test_texts_templates_and_patterns_are_left_alone(self):
        for source in (
            "'a  //  b'", '"\\"  /* c */"', "`a  // ${b} /* c`", "`${a?` ${b(`  c`)} `:\"  \"}  d`", "`$ {a}  \\`  b`",
            "x=/[/ ]  \\/ \"/u.test(y)", "f(/  '/g)", "`${{a:1}.a}  b`",
        ):
            self.kept(source, source)

    def test_a_slash_divides_behind_a_value(self):
        self.assertEqual([kind for kind, _ in tokens("a/b/c")], ["word", "sign", "word", "sign", "word"])
        self.assertEqual([kind for kind, _ in tokens("(a)/b/c")].count("pattern"), 0)

    def test_what_isn_t_understood_is_no_guess(self):
        for source in ("`a", "'a", "/* a", "f(){", "}", "`${a"):
            with self.assertRaises(Fault, msg=source):
                script(source)


class Others(unittest.TestCase):
    def test_styles(self):
        source = """/* Why. */
        a:hover, main :focus-visible { color: red; margin: 0  auto; }
        b::after { content: "a  { b: c; }"; inline-size: calc(1px + 2px); }
        @media (min-width: 62rem) and (min-height: 40rem) { c > d { --x: 1; } }
        """
        self.assertEqual(style(source), (
            'a:hover,main :focus-visible{color:red;margin:0 auto}b::after{content:"a  { b: c; }";inline-size:calc(1px + 2px)}'
            "@media (min-width: 62rem) and (min-height: 40rem){c > d{--x:1}}\n"))

    def test_catalogues(self):
        self.assertEqual(catalogue('{\n  "a": "b  \u062c",\n  "c": { "d": 1 }\n}\n'), '{"a":"b  \u062c","c":{"d":1}}\n')


if __name__ == "__main__":
    unittest.main()
