--[[
  attention-scale for Quarto. The folder _extensions goes beside _quarto.yml, and so does the folder of attention-scale.zip; in
  _quarto.yml of a website or a book

    project:
      resources:
        - attention-scale/**

  In a document:

    {{< attention-scale figure="weights" sentence="I am good" dim="64" >}}

  In HTML this is the live figure; in PDF, Word, Typst and EPUB the still picture with its caption.

  base     where the files are: a path from the project's folder, or an address
  caption, alt   below the still picture, and in its place
  still    another file of the still picture, with the one for phones beside it, whose name ends in -narrow.svg
  high, narrow   heights of both in pixels, at widths of 700 and 328
  state    a link's fragment, for text that holds quotes
  Every other parameter is a key of the state: sentence, dim, seed, figure, view, theme, lang, hide, …
]]

local OWN = {
  base = true,
  caption = true,
  alt = true,
  still = true,
  high = true,
  narrow = true,
}

local WORDS = {
  en = {
    still = "still-en.svg",
    high = "418",
    narrow = "626",
    caption = "Attention without and with the division by √d.",
    alt = "Two attention matrices for “I am good”: without the division one word takes all, divided by √64 the weights are shared.",
  },
  zh = {
    still = "still-zh.svg",
    high = "420",
    narrow = "565",
    caption = "除以 √d 前后的注意力。",
    alt = "“I am good”的两个注意力矩阵：缩放前一个词独占权重，除以 √64 后权重分散。",
  },
}

local ESCAPES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

local function escape(text)
  return (text:gsub('[&<>"]', ESCAPES))
end

-- The script stands once in a document.
local hasScript = false

-- Where the files are, seen from the document.
local function folder(given)
  local base = (given.base or "attention-scale"):gsub("^/", ""):gsub("/$", "")
  if base:match("^https?:") then
    return base
  end
  local offset = quarto.project and quarto.project.offset or "."
  return offset .. "/" .. base
end

-- The parameters that name a state, as attributes in the order of their names.
local function attributes(given)
  local names = {}
  for name in pairs(given) do
    if not OWN[name] then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  local written = {}
  for _, name in ipairs(names) do
    written[#written + 1] = " " .. name .. '="' .. escape(given[name]) .. '"'
  end
  return table.concat(written)
end

local function live(given, words)
  local files = folder(given)
  local still = files .. "/" .. (given.still or words.still)
  local narrow = still:gsub("%.svg$", "-narrow.svg")
  local lines = {
    "<div>",
    "<attention-scale" .. attributes(given) .. ">",
    '<div role="figure">',
    '<picture><source media="(max-width: 480px)" srcset="'
      .. escape(narrow)
      .. '" width="328" height="'
      .. escape(given.narrow or words.narrow)
      .. '" /><img src="'
      .. escape(still)
      .. '" alt="'
      .. escape(given.alt or words.alt)
      .. '" width="700" height="'
      .. escape(given.high or words.high)
      .. '" /></picture>',
    "<div>" .. escape(given.caption or words.caption) .. "</div>",
    "</div>",
    "</attention-scale>",
    "</div>",
  }
  if not hasScript then
    table.insert(lines, 1, '<script src="' .. escape(files) .. '/loader.js" defer></script>')
    hasScript = true
  end
  return pandoc.RawBlock("html", table.concat(lines, "\n"))
end

-- The still picture. Releases of Pandoc before 3 know a figure as a paragraph with an image alone.
local function printed(given, words)
  local still = folder(given) .. "/" .. (given.still or words.still)
  local alt = given.alt or words.alt
  local caption = pandoc.Inlines(given.caption or words.caption)
  local attr = pandoc.Attr("", {}, { width = "100%", alt = alt, ["fig-alt"] = alt })
  if pandoc.Figure == nil then
    return pandoc.Para({ pandoc.Image(caption, still, "fig:", attr) })
  end
  local image = pandoc.Image(pandoc.Inlines(alt), still, "", attr)
  return pandoc.Figure(pandoc.Plain({ image }), pandoc.Caption({ pandoc.Plain(caption) }))
end

return {
  ["attention-scale"] = function(_, kwargs, meta)
    local given = {}
    for name, value in pairs(kwargs) do
      local text = pandoc.utils.stringify(value)
      if text ~= "" then
        given[name] = text
      end
    end
    local language = given.lang or (meta.lang and pandoc.utils.stringify(meta.lang)) or "en"
    local words = WORDS[language:sub(1, 2):lower()] or WORDS.en
    if quarto.doc.is_format("html:js") then
      return live(given, words)
    end
    return printed(given, words)
  end,
}
