/** What tensors are by the names that people and libraries save them under. */

export const ROLES = ["queries", "keys", "values", "weights", "scores", "tokens"] as const;
export type Role = (typeof ROLES)[number];

/** In lower case, with underscores between words; `*` stands for the number of a layer. */
const NAMES: Readonly<Record<Role, RegExp>> = {
  queries: /^(to_|x)?q(s|uery|ueries)?(_(proj|projection|states?|layer|lin|heads?|vectors?|rot))?$/,
  keys: /^(to_|x)?k(s|ey|eys)?(_(proj|projection|states?|layer|lin|heads?|vectors?|rot))?$/,
  values: /^(to_|x)?v(s|alue|alues)?(_(proj|projection|states?|layer|lin|heads?|vectors?))?$/,
  weights:
    /^(a|w|p|ws|weights?|alphas?|softmax|patterns?|prob(s|abilities)?|((self_|cross_|encoder_|decoder_)?att(n|ns|s|ention|entions)?(_(weights?|probs?|probabilities|maps?|patterns?|matrix|matrices))?))$/,
  scores: /^(s|qk|scores?|logits|(attn|attention)_(scores?|logits))$/,
  tokens: /^(tokens?|words|ids|text|((input|token)_(ids|tokens?)))$/,
};

/** What libraries add to the name of what a layer makes. */
const ADDED = /^(\*|outputs?|out|results?|acts?|activations?|tensor|data|layers?|blocks?|h|l)$/;
/** A small format in the name of a tensor, as `q_e4m3`: of .npy it is known by nothing else. */
const FORMAT = /_(float\*_)?e\*m\*(fn)?$/;
/** Queries, keys and values in one. */
const PACKED =
  /^((attn|attention|self_attn|mixed)_)?(w?qkv|query_key_value|c_attn)(_(proj|out|states?|layer|packed))?$/;
/** What stands before the name within one word. */
const BEFORE = /^((hook|self|attn|attention|layers?|blocks?|l|h|\*)_)+/;
const BEHIND = /(_?(layers?|blocks?|heads?|h|l)?_?\*)+$/;

/** "layers.3.selfAttn.queryStates" as words: ["layers", "*", "self_attn", "query_states"]. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/\d+/g, "*")
    .split(/[./\\:\s]+|__+/)
    .map((word) => word.replaceAll("-", "_"));

function roleOfWord(word: string): Role | undefined {
  const behind = word.replace(FORMAT, "").replace(BEHIND, "");
  for (const candidate of [behind, behind.replace(BEFORE, "")]) {
    const role = ROLES.find((each) => NAMES[each].test(candidate));
    if (role !== undefined) return role;
  }
  return undefined;
}

/** Whether a name is that of a parameter, such as `layers.3.self_attn.q_proj.weight`. */
export const isParameter = (name: string): boolean => /[\w\]*]\.(weight|bias)$/.test(name);

/** The word that names what a tensor is. */
function lastWord(name: string): string {
  const words = [...wordsOf(name)];
  while (words.length > 1 && ADDED.test(words.at(-1) ?? "")) words.pop();
  return words.at(-1) ?? "";
}

export const roleOfName = (name: string): Role | undefined =>
  isParameter(name) ? undefined : roleOfWord(lastWord(name));

/** Whether a tensor holds queries, keys and values by its name. */
export const isPackedName = (name: string): boolean =>
  !isParameter(name) && PACKED.test(lastWord(name).replace(BEHIND, ""));
