#!/usr/bin/env bash
# Package: vue 3.5.45 (vue/server-renderer), as VitePress 1.6 uses it.
# Behaviour: a tag with a hyphen that is no registered component, such as a custom element, is rendered on the server as an empty
#   comment when NODE_ENV is production: the tag and all that stands in it are missing from the HTML, and nothing warns. In the
#   browser the same template renders the tag with its content. compilerOptions.isCustomElement avoids it.
# Expected: the tag with its content, as in the browser, or a warning in production builds, too.
# Output seen: <p>a</p><!----><p>b</p>
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts vue@3.5.45

cat > render.mjs <<'JS'
import { createSSRApp } from "vue";
import { renderToString } from "vue/server-renderer";

const template = '<p>a</p><x-figure><img src="still.svg"></x-figure><p>b</p>';
const html = await renderToString(createSSRApp({ template }));
console.log(html.replace(/<!--[[\]]-->/g, ""));
JS

said=$(NODE_ENV=production node render.mjs 2>&1)
echo "$said"
test "$said" = '<p>a</p><!----><p>b</p>'
