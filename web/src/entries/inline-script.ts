/**
 * A script's code for the inside of a `<script>` element, where `</script`, `<script` and `<!--`
 * change how HTML is parsed. They stand only in strings, templates and regular expressions, all of
 * which take `\x3C` for `<`.
 */
export const inlineScript = (code: string): string =>
  code.replace(/<(?=\/script|script|!--)/gi, "\\x3C");
