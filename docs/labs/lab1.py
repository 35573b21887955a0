# %% [markdown]
# # Lab 1: merges against tokens

# %%
print(1 + 1)
