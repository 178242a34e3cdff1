maps("weights, sentence 1, head 1", "weights, sentence 2, head 1")
variances_of_heads = {"all scores": [table(f"head {i + 1}: variance")[0, 0] for i in range(heads)]}
compared("variance of the scores of each head", variances_of_heads, x="head")
